// node check.mjs FOLDER CASES: the results of the cases, as JSON.
import { readFile } from "node:fs/promises";
import { type Case, results } from "./check";

const [folder = "", cases = ""] = process.argv.slice(2);
const read = async (file: string) => new Uint8Array(await readFile(`${folder}/${file}`)).buffer;
const asked = JSON.parse(await readFile(cases, "utf8")) as Case[];
process.stdout.write(JSON.stringify(await results(asked, read)));
