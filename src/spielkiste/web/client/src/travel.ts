// How a page leads to another one. In the offline app there is no server to ask: it has a way of its own.
let way = (address: string) => location.assign(address);

export function travel(address: string): void {
  way(address);
}

export function travelBy(own: (address: string) => void): void {
  way = own;
}
