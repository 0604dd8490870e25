// node pyodide.mjs PYODIDE SOURCES SECONDS: random play in Python in WebAssembly, as JSON. Nothing but our own sources is loaded.
const [pyodideFolder, sources, seconds] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodideFolder });
python.FS.mkdirTree("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, "/sources");
python.FS.mkdirTree("/bench");
python.FS.mount(python.FS.filesystems.NODEFS, { root: new URL(".", import.meta.url).pathname }, "/bench");
console.log(
  await python.runPythonAsync(`
import sys, json
sys.path[:0] = ["/sources", "/bench"]
import plain_python
json.dumps(plain_python.rates(${Number(seconds)}))
`),
);
