// Rings around elements of the picture, on a layer above everything: what can be touched, is chosen, focused, last.

export type Mark = "last" | "can" | "next" | "hover" | "gathered" | "chosen" | "hint" | "advice" | "focus";

const SHAPES = "rect, circle, ellipse, path, polygon";
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points"];
const PLAIN = new Set<Mark>(["last", "hover", "gathered"]); // all others have a light halo, to be seen on any ground

/** A layer for rings, above a picture. */
export function layer(svg: SVGSVGElement): SVGGElement {
  const found = svg.querySelector<SVGGElement>(":scope > .marks");
  const marks = found ?? (document.createElementNS(svg.namespaceURI, "g") as SVGGElement);
  marks.setAttribute("class", "marks");
  marks.setAttribute("aria-hidden", "true");
  svg.insertBefore(marks, svg.querySelector(":scope > .ghost"));
  return marks;
}

export function ring(marks: SVGGElement, element: SVGGraphicsElement, mark: Mark): void {
  const outline = outlineOf(element);
  if (!outline) return;
  if (!PLAIN.has(mark)) {
    const halo = outline.cloneNode() as SVGElement;
    halo.setAttribute("class", mark === "can" ? "ring-halo thin" : "ring-halo");
    marks.append(halo);
  }
  outline.setAttribute("class", `ring-${mark}`);
  marks.append(outline);
}

/** The biggest shape of an element without its colours, where it is in the whole picture. */
function outlineOf(element: SVGGraphicsElement): SVGElement | null {
  const shape = element.matches(SHAPES) ? element : biggest(element);
  const root = element.ownerSVGElement?.getScreenCTM();
  if (!root) return null;
  const source = shape ?? element;
  const place = source.getScreenCTM();
  if (!place) return null;
  const outline = document.createElementNS(element.namespaceURI, shape ? shape.localName : "rect") as SVGElement;
  if (shape) {
    for (const name of GEOMETRY) {
      const value = shape.getAttribute(name);
      if (value !== null) outline.setAttribute(name, value);
    }
  } else {
    const box = element.getBBox();
    for (const name of ["x", "y", "width", "height"] as const) outline.setAttribute(name, String(box[name]));
  }
  const { a, b, c, d, e, f } = root.inverse().multiply(place);
  outline.setAttribute("transform", `matrix(${[a, b, c, d, e, f].map((n) => +n.toFixed(3)).join(" ")})`);
  return outline;
}

function biggest(element: Element): SVGGraphicsElement | null {
  let best: SVGGraphicsElement | null = null;
  let most = 0;
  for (const shape of element.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    const box = shape.getBBox();
    if (box.width * box.height > most) [best, most] = [shape, box.width * box.height];
  }
  return best;
}
