import {choice, integer} from './define.ts';

export const imageSettings = {
	'images.source': choice(
		'ui',
		'proxy',
		['proxy', 'provider', 'none'],
		'Where images of titles come from: through this service, which stores them; directly from the provider, which then sees who views them; or nowhere.',
	),
	'images.cacheLimitMb': integer(
		'ui',
		1024,
		[10, 1_000_000],
		'MiB of images that each API process stores in its data folder; the least recently shown ones are removed first.',
	),
};
