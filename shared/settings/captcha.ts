import {choice, flag, integer, type SettingDefinition, text} from './define.ts';
import {emptyOrAddress, emptyOrFolder, emptyOrProxy, emptyOrSecretAddress, emptyOrSha256} from './forms.ts';

export const captchaSettings = {
	'captcha.enabled': flag('indexer', true, 'Pass the browser checks that sites put before their pages.'),
	'captcha.timeout': integer('indexer', 60, [5, 300], 'Seconds that a browser check may take.'),
	'captcha.cacheTtl': integer(
		'indexer',
		24,
		[0, 720],
		'Hours for which the cookies of a passed browser check are used; 0 passes it anew every time.',
	),
	'captcha.headless': flag('indexer', true, 'The browser of the solver runs without a window; when off, it needs a display.'),
	'captcha.proxy': text('indexer', '', 'HTTP or SOCKS proxy of the solver, such as http://user:password@host:3128; empty for none.', {
		secret: 'address',
		pattern: emptyOrProxy,
	}),
	'captcha.proxyMayBePrivate': flag(
		'indexer',
		true,
		"The solver's proxy may have a private address; off when the user who entered it is not an administrator.",
	),
	'captcha.maxRetries': integer('indexer', 3, [0, 10], 'How often a browser check is started again after its page failed.'),
	'captcha.parallelSolves': integer('indexer', 2, [1, 16], 'Number of browser checks passed at the same time, over all workers.'),
	'captcha.externalUrl': text(
		'indexer',
		'',
		'Address of a FlareSolverr-compatible service that passes browser checks instead of our browser; empty for none. Only where its pages begin and end is checked, so let it reach the internet and not your private network.',
		{
			secret: 'address',
			pattern: emptyOrSecretAddress,
			receives: ['captcha.proxy'],
		},
	),
	'captcha.browserPath': text('indexer', '', 'Path of Chromium or Chrome for the solver; if empty, the usual locations are searched.', {
		pattern: emptyOrFolder,
	}),
} satisfies Record<string, SettingDefinition>;

/** Definitions of sites are other people's data, so no address is known here. */
export const packageSettings = {
	'definitions.packageUrl': text(
		'indexer',
		'',
		'Address of a zip with definitions of sites (.yml), which the task IndexerDefinitions reads daily; empty for none. Their publisher is responsible for them.',
		{pattern: emptyOrAddress},
	),
	'definitions.packageSha256': text(
		'indexer',
		'',
		'SHA-256 that the zip must have, so that each new one is approved by hand; empty accepts all.',
		{maxLength: 64, pattern: emptyOrSha256},
	),
	'guide.url': text(
		'indexer',
		'',
		'Address of a guide to quality profiles and custom formats: a zip of its repository, or an index in JSON. The task Guide reads it daily; empty for none. Its publisher is responsible for it.',
		{pattern: emptyOrAddress},
	),
	'guide.updates': choice(
		'indexer',
		'ask',
		['ask', 'apply'],
		'What happens with newer versions of what you chose from the guide: ask waits for a person, apply takes them at once. What people changed stays in both.',
	),
} satisfies Record<string, SettingDefinition>;
