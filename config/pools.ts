/** Default number of jobs that one process of a pool runs at a time; POOL_CONCURRENCY overrides it. */
export const poolConcurrency: Readonly<Record<string, number>> = {
	search: 4,
	grab: 4,
	downloads: 4,
	// They wait for sites that may be slow or dead; a person waits for each.
	connections: 8,
	import: 2,
	// They wait for disks in threads of their own; a disk that is gone must not block the others.
	disks: 32,
	// Each moves several titles at a time, and may copy for hours.
	files: 2,
	refresh: 4,
	// They wait for other programs and services, for minutes if need be.
	lists: 8,
	backfill: 1,
	tasks: 4,
	torrent: 8,
	// Most of them wait for a slot: `captcha.parallelSolves` limits how many challenges are solved at a time.
	captcha: 32,
	// They mostly wait for providers, whose quotas count all workers.
	subtitles: 4,
};
