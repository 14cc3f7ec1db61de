import {nfoChoices} from '../domain/player-files.ts';
import {choice, flag} from './define.ts';

/** Files beside titles from which players read their metadata. */
export const playerSettings = {
	'media.nfo': choice(
		'media',
		'off',
		nfoChoices,
		'Files with metadata beside videos, for Kodi, Jellyfin and Emby: ids only identifies the title, full also describes it. Files of other programs stay as they are.',
	),
	'media.nfoImages': flag('media', false, 'Whether posters and backdrops are written into the folders of titles, for players.'),
	'media.plexmatch': flag('media', false, 'Whether the folder of a series gets a file that tells Plex which series it is.'),
};

export const isPlayerSetting = (key: string): boolean => Object.hasOwn(playerSettings, key);
