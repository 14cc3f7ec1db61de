import type {Protocol} from '../release/release.ts';

/** How a file is brought into the library. */
export type ImportMode = 'hardlink' | 'copy' | 'move';

export interface ModeOptions {
	setting: 'hardlink' | 'hardlinkOnly' | 'copy' | 'move';
	/** The user chose the setting. If not, Usenet downloads are moved whatever the default is. */
	isChosen: boolean;
	protocol: Protocol;
	/** The seeding goals are met, so the client no longer needs the files. */
	removable: boolean;
}

/**
 * Torrents are hard-linked and Usenet downloads are moved, unless the user chose otherwise. Files that
 * still seed are never moved.
 */
export function importModeFor({setting, isChosen, protocol, removable}: ModeOptions): {mode: ImportMode; mayCopy: boolean} {
	if (setting === 'hardlinkOnly') {
		return {mode: 'hardlink', mayCopy: false};
	}
	const wanted = isChosen || protocol === 'torrent' ? setting : 'move';
	const mode = wanted === 'move' && protocol === 'torrent' && !removable ? 'hardlink' : wanted;
	return {mode, mayCopy: true};
}
