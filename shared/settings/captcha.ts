import {flag, integer, type SettingDefinition, text} from './define.ts';
import {emptyOrAddress, emptyOrFolder, emptyOrProxy} from './forms.ts';

/** Settings of the captcha solver. */
export const captchaSettings = {
	'captcha.enabled': flag('indexer', true, 'Solve the challenges of indexers that ask for it.'),
	'captcha.timeout': integer('indexer', 60, [5, 300], 'Seconds that solving a challenge may take.'),
	'captcha.cacheTtl': integer('indexer', 24, [0, 720], 'Hours that the cookies of a solved challenge are used; 0 solves each time.'),
	'captcha.headless': flag('indexer', true, 'The browser of the solver opens no window; without this it needs a display.'),
	'captcha.proxy': text('indexer', '', 'HTTP or SOCKS proxy of the solver, such as http://user:password@host:3128; empty for none.', {
		secret: true,
		pattern: emptyOrProxy,
	}),
	'captcha.proxyMayBePrivate': flag(
		'indexer',
		true,
		"The solver's proxy may have a private address; off when a user entered it who is no administrator.",
	),
	'captcha.maxRetries': integer('indexer', 3, [0, 10], 'How often a challenge is begun anew after its page failed.'),
	'captcha.parallelSolves': integer('indexer', 2, [1, 16], 'Challenges that are solved at the same time, by all workers together.'),
	'captcha.externalUrl': text(
		'indexer',
		'',
		'Address of a FlareSolverr-compatible service that solves in place of our browser; empty for none.',
		{
			pattern: emptyOrAddress,
		},
	),
	'captcha.browserPath': text(
		'indexer',
		'',
		'Chromium or Chrome of the solver; empty takes BROWSER_PATH, then what lies in the usual places.',
		{
			pattern: emptyOrFolder,
		},
	),
} satisfies Record<string, SettingDefinition>;
