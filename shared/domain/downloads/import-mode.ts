import type {Protocol} from '../release/release.ts';

/** How a file comes into the library. */
export type ImportMode = 'hardlink' | 'copy' | 'move';

export interface ModeQuestion {
	setting: 'hardlink' | 'hardlinkOnly' | 'copy' | 'move';
	/** The user chose the setting; the default means something else for usenet. */
	isChosen: boolean;
	protocol: Protocol;
	/** Seeding goals are met: the client no longer needs the files. */
	removable: boolean;
}

/** Torrents are linked and usenet is moved unless the user says otherwise; what still seeds is never moved away. */
export function importModeFor({setting, isChosen, protocol, removable}: ModeQuestion): {mode: ImportMode; mayCopy: boolean} {
	if (setting === 'hardlinkOnly') {
		return {mode: 'hardlink', mayCopy: false};
	}
	const wished = isChosen || protocol === 'torrent' ? setting : 'move';
	const mode = wished === 'move' && protocol === 'torrent' && !removable ? 'hardlink' : wished;
	return {mode, mayCopy: true};
}
