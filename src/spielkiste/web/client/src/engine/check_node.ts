// node check.mjs FOLDER: for each case, a line of JSON, its result as a line.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Case, Checker } from "./check";

const folder = process.argv[2] ?? "";
const checker = new Checker(async (file) => new Uint8Array(await readFile(`${folder}/${file}`)).buffer);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await checker.result(JSON.parse(line) as Case))}\n`);
}
