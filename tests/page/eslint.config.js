// The recommended rules of eslint for every script of the project, and the globals that each may use.

import js from '@eslint/js';
import globals from 'globals';

export default [
	{ ignores: ['**/node_modules/', 'target/', '**/build/'] },
	js.configs.recommended,
	{
		rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', caughtErrors: 'none' }] },
	},
	{ files: ['tools/server/page/*.js', 'tools/server/site/carrier.js'], languageOptions: { globals: globals.browser } },
	{ files: ['tools/web/board.mjs'], languageOptions: { globals: globals.browser } },
	{ files: ['tools/server/site/service.js'], languageOptions: { globals: globals.serviceworker } },
	{ files: ['tools/web/*.mjs'], languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.worker } } },
	// Code that a test evaluates in the page may use the page's globals.
	{ files: ['tests/**/*.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
