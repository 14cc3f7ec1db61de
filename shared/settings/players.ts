import {nfoChoices, type PlayerFileRules} from '../domain/players/player-files.ts';
import {choice, flag} from './define.ts';
import type {Settings} from './settings.ts';

/** Files beside titles, for players that know them by these. */
export const playerSettings = {
	'media.nfo': choice(
		'media',
		'off',
		nfoChoices,
		'Files with metadata beside videos, for Kodi, Jellyfin and Emby: ids tells them only which title it is, full also what it is about. Files of other programs stay as they are.',
	),
	'media.nfoImages': flag('media', false, 'Whether posters and backdrops are written into the folders of titles, for players.'),
	'media.plexmatch': flag('media', false, 'Whether the folder of a series gets a file that tells Plex which series it is.'),
};

export const isPlayerSetting = (key: string): boolean => Object.hasOwn(playerSettings, key);

/** The files for players by the current settings; null if none are written. */
export function playerFileRules(settings: Pick<Settings, 'get'>): PlayerFileRules | null {
	const rules = {
		nfo: settings.get('media.nfo'),
		images: settings.get('media.nfoImages'),
		plexmatch: settings.get('media.plexmatch'),
	};
	return rules.nfo !== 'off' || rules.images || rules.plexmatch ? rules : null;
}
