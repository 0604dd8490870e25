// Bundles the client and the styles into web/static. `--watch` goes on building, `--tests` builds the tests for node,
// `--check` what compares the WebAssembly modules with the CPU.
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import * as esbuild from "esbuild";

const here = new URL(".", import.meta.url).pathname;
const out = `${here}../static`;

const tests = {
  entryPoints: (await readdir(`${here}tests`)).map((name) => `${here}tests/${name}`),
  outdir: `${here}build/tests`,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
};

const check = {
  ...tests,
  entryPoints: { node: `${here}src/engine/check_node.ts`, page: `${here}src/engine/check.ts` },
  outdir: `${here}build/check`,
};

const client = {
  entryPoints: {
    app: `${here}src/app.ts`,
    engine: `${here}src/engine/worker.ts`,
    pocket: `${here}src/pocket/shell.ts`,
    "pocket-early": `${here}src/pocket/early.ts`,
    "pocket-worker": `${here}src/pocket/worker.ts`,
    sw: `${here}src/pocket/sw.ts`,
  },
  outdir: out,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  logLevel: "info",
};

const styles = {
  entryPoints: { app: `${here}../styles/app.css` },
  outdir: out,
  bundle: true,
  minify: true,
  target: ["chrome109", "firefox115", "safari16"],
  logLevel: "info",
};

if (process.argv.includes("--tests")) {
  await rm(tests.outdir, { recursive: true, force: true });
  await esbuild.build(tests);
} else if (process.argv.includes("--check")) {
  await esbuild.build(check);
} else {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp(`${here}public`, out, { recursive: true });
  if (process.argv.includes("--watch")) {
    for (const options of [client, styles]) await (await esbuild.context(options)).watch();
  } else {
    await Promise.all([client, styles].map((options) => esbuild.build(options)));
  }
}
