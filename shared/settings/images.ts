import {choice, integer} from './define.ts';

export const imageSettings = {
	'images.source': choice(
		'ui',
		'proxy',
		['proxy', 'provider', 'none'],
		'Where pictures of titles come from: through this service, which keeps them; straight from the provider, which then sees who looks; or nowhere.',
	),
	'images.cacheLimitMb': integer(
		'ui',
		1024,
		[10, 1_000_000],
		'MiB of pictures that each API process keeps in its data folder; those not shown for longest are removed first.',
	),
};
