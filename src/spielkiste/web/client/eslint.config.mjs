// What the compiler does not see: promises nobody waits for, conditions that always hold, casts that say nothing.
// typescript-eslint reads types through TypeScript's JavaScript interface, which version 7 does not have yet: hence
// TypeScript 6 in package.json.
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build", "node_modules"] },
  {
    files: ["src/**/*.ts", "tests/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/no-confusing-void-expression": "off", // `return this.hello();` ends a function early
      "@typescript-eslint/no-empty-function": "off", // a hand that does nothing is one
      "@typescript-eslint/no-unnecessary-type-parameters": "off", // byId<HTMLInputElement>("name")
    },
  },
  {
    files: ["tests/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": "off" }, // node's test() gives a promise to its runner
  },
);
