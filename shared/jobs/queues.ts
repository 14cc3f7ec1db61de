/** One job queue per pool; the folder below workers/ has the same name. */
export const pools = [
	'search',
	'grab',
	'downloads',
	'connections',
	'import',
	'disks',
	'files',
	'refresh',
	'backfill',
	'tasks',
	'torrent',
	'captcha',
	'subtitles',
] as const;
export type Pool = (typeof pools)[number];
