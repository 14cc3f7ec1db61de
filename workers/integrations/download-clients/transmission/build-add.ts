import type {NewDownload} from '../download-client.ts';

/** The arguments of `torrent-add`. */
export function buildAdd({torrent, magnetUrl}: NewDownload, place: {directory: string; paused: boolean}): Record<string, unknown> {
	return {
		...(torrent ? {metainfo: Buffer.from(torrent).toString('base64')} : {filename: magnetUrl}),
		'download-dir': place.directory,
		paused: place.paused,
	};
}

/**
 * The arguments of `torrent-set` for a new torrent: its label and its seeding goals. Transmission has no time limit for
 * seeding, only an idle limit.
 */
export function buildGoals(
	hash: string,
	{seedRatio, seedTimeMinutes}: Pick<NewDownload, 'seedRatio' | 'seedTimeMinutes'>,
	labels: readonly string[],
): Record<string, unknown> {
	return {
		ids: [hash],
		...(labels.length > 0 ? {labels} : {}),
		...(seedRatio === null ? {} : {seedRatioMode: 1, seedRatioLimit: seedRatio}),
		...(seedTimeMinutes === null ? {} : {seedIdleMode: 1, seedIdleLimit: seedTimeMinutes}),
	};
}
