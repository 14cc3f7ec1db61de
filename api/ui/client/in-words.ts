import type {QueueItem} from './types.ts';

/** Where people find what programs find at an address. */
const places: Readonly<Record<string, string>> = {
	'auth/password': 'Account',
	'auth/sessions': 'Settings, Sessions',
	'captcha-solver': 'Settings, Browser checks',
	'download-clients': 'Settings, Download clients',
	'import-exclusions': 'Settings, Exclusions',
	indexers: 'Settings, Indexers',
	'language-profiles': 'Settings, Language profiles',
	libraries: 'Settings, Libraries',
	'quality-profiles': 'Settings, Quality profiles',
	queue: 'Queue',
	'root-folders': 'Settings, Root folders',
	'settings/meta': 'Settings, Metadata and pictures',
	'settings/system/api-keys': 'Settings, API keys',
	'system/status': 'Health',
	tasks: 'Tasks',
};

/** What the service says to programs and operators in another way. */
const ofCodes: Readonly<Record<string, string>> = {
	movie_not_found: 'This movie is not in the library. If it was deleted, “Recently deleted” in the menu brings it back.',
	series_not_found: 'This series is not in the library. If it was deleted, “Recently deleted” in the menu brings it back.',
	provider_key_missing:
		'The metadata provider needs a key, which is free: get one at themoviedb.org/settings/api, then enter it at Settings, Metadata and pictures.',
};

/** A message of the service for people who use the page. */
export function inWords(text: string, code: string = '') {
	return (
		ofCodes[code] ??
		text.replaceAll(/(?:(?:GET|POST|PUT|DELETE) )?\/api\/([a-z]+(?:[-/][a-z]+)*)(?: \{[^}]*\})?/g, (all, path) =>
			places[path] ? `“${places[path]}”` : all,
		)
	);
}

/** Everything that the service says about a problem of a download. */
export function reasonsOf({errorMessage, statusMessages}: QueueItem) {
	const said = statusMessages.flatMap(({title, messages}) => (messages.length > 0 ? messages : [title]));
	return [...new Set([...(errorMessage ? [errorMessage] : []), ...said])];
}
