/** Valid bodies for the API, each for a different record. */
export function buildFormatBody(overrides: object = {}) {
	return {
		name: 'Good groups',
		conditions: [{name: 'group', kind: 'releaseGroup', value: '^NOBODY$', negate: false, required: true}],
		includeWhenRenaming: false,
		...overrides,
	};
}

export function buildProfileBody(overrides: object = {}) {
	return {
		name: 'Mine',
		items: [
			{group: {name: 'WEB 1080p', qualities: ['WEBDL-1080p', 'WEBRip-1080p']}, allowed: true},
			{quality: 'HDTV-720p', allowed: true},
			{quality: 'CAM', allowed: false},
		],
		cutoff: 'WEB 1080p',
		...overrides,
	};
}

export function buildLanguageProfileBody(overrides: object = {}) {
	return {
		name: 'French first',
		languages: [
			{code: 'fr', allowed: true},
			{code: 'en', allowed: true},
			{code: 'de', allowed: false},
		],
		cutoff: 'fr',
		subtitles: [{code: 'en', forced: true}],
		...overrides,
	};
}

export const mappingBody = {host: 'box.test', remotePath: 'C:\\Downloads\\', localPath: '/mnt/downloads'};

export function buildBlocklistBody(overrides: object = {}) {
	return {title: 'A.Film.2020.1080p.WEB-DL-NOBODY', protocol: 'torrent', guid: 'guid-1', indexerId: 'indexer-1', ...overrides};
}
