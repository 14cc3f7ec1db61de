export const downloadClientKinds = [
	'qbittorrent',
	'transmission',
	'deluge',
	'rtorrent',
	'sabnzbd',
	'nzbget',
	'blackhole',
	'builtin',
] as const;
export type DownloadClientKind = (typeof downloadClientKinds)[number];
