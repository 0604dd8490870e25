// Begins Python before the page's own script has come: it takes longer than everything else.
declare global {
  interface Window {
    early?: Worker | undefined;
  }
}

const { src } = document.currentScript as HTMLScriptElement;
window.early = new Worker(new URL("pocket-worker.js", src), { type: "module" });
window.early.onerror = () => delete window.early; // the page's script begins another one, and says what is wrong

export {};
