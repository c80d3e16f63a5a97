// What is wrong with a program whatever its types are. Names and types are TypeScript's part: see tsconfig.json.

import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      eqeqeq: "error",
      "max-len": ["error", { code: 140 }],
      "no-implicit-coercion": "error",
      "no-shadow-restricted-names": "error",
      "no-throw-literal": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-warning-comments": ["error", { terms: ["@ts-ignore", "@ts-expect-error", "@ts-nocheck", "eslint-disable"], location: "anywhere" }],
    },
  },
];
