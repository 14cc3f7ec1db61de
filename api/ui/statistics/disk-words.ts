export type Use = 'rootFolder' | 'downloads' | 'recycleBin' | 'backups' | 'data';

/** What a folder is for. */
export const uses: Readonly<Record<Use, string>> = {
	rootFolder: 'Root folder',
	downloads: 'Downloads',
	recycleBin: 'Recycle bin',
	backups: 'Backups',
	data: 'Data of the service',
};

/** Where each is set. */
export const places: Readonly<Record<Use, string>> = {
	rootFolder: 'settings/folders',
	downloads: 'settings/clients',
	recycleBin: 'settings/media',
	backups: 'backups',
	data: 'backups',
};
