/** @typedef {'rootFolder' | 'downloads' | 'recycleBin' | 'backups' | 'data'} Use */

/** What a folder is for. @type {Readonly<Record<Use, string>>} */
export const uses = {
	rootFolder: 'Root folder',
	downloads: 'Downloads',
	recycleBin: 'Recycle bin',
	backups: 'Backups',
	data: 'Data of the service',
};

/** Where each is set. @type {Readonly<Record<Use, string>>} */
export const places = {
	rootFolder: 'settings/folders',
	downloads: 'settings/clients',
	recycleBin: 'settings/media',
	backups: 'backups',
	data: 'backups',
};
