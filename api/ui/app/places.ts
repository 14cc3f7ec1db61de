import type {Task} from '../client/schemas.ts';
import type {User} from '../client/types.ts';
import type {IconName} from '../parts/icon.ts';
import {taskTitle} from '../parts/text.ts';
import {withLabels} from '../schema/hint.ts';
import {groups} from '../settings/sections.ts';
import {isOpenTo, type View} from './views.ts';

export type {Task} from '../client/schemas.ts';

/** Something that a person may mean. */
export interface Found {
	key: string;
	label: string;
	about: string;
	/** What people call it as well. */
	words?: string;
	icon: IconName;
	/** A place of the page. */
	path?: string;
	/** What is done instead of going anywhere. */
	act?: () => unknown;
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of a search is in one of these texts. */
export function fits(search: string, texts: readonly string[]) {
	const all = folded(texts.join(' '));
	return folded(search)
		.split(/\s+/)
		.every(word => all.includes(word));
}

/** What views and pages of the settings are called elsewhere, by their path. */
const otherWords: Readonly<Record<string, string>> = {
	'settings/libraries': '4K UHD ultra HD copy copies second version beside',
	'settings/quality-profiles': 'resolution 1080p 2160p 4K ultra HD upgrade cutoff',
	'settings/language-profiles': 'subtitle audio dubbed',
	'settings/subtitle-providers': 'OpenSubtitles',
	'settings/folders': 'disk path storage',
	'settings/media': 'rename recycle bin hard link naming permissions',
	'settings/captcha': 'captcha Cloudflare FlareSolverr challenge',
	'settings/indexers': 'tracker Torznab Newznab Prowlarr Jackett',
	'settings/clients': 'qBittorrent Transmission SABnzbd NZBGet Deluge torrent Usenet',
	'settings/lists': 'Trakt Plex IMDb watchlist',
	'settings/notifications': 'mail push Discord Telegram webhook',
	'settings/service': 'password port address HTTPS proxy security',
	guide: 'TRaSH ready-made',
	deleted: 'undo bring back recycle bin restore',
	'disk-space': 'disks storage full free largest statistics',
	'moving-in': 'Radarr Sonarr Prowlarr Bazarr import migrate',
	import: 'existing files unmatched by hand',
	backups: 'restore',
	discover: 'trending popular',
	health: 'problems errors status',
};

/** Views and pages of the settings. */
export function placesOf(views: readonly View[], user: User): Found[] {
	const own = views.filter(view => view.group && isOpenTo(view, user));
	const settings = user.role === 'admin' ? groups.flatMap(({sections}) => sections) : [];
	return [
		...own.map(({path, title, icon}) => ({
			key: path,
			label: title,
			about: 'View',
			words: otherWords[path] ?? '',
			icon: icon ?? ('more' as const),
			path,
		})),
		...settings.map(({path, title, about, isView}) => ({
			key: `settings/${path}`,
			label: title,
			about,
			words: otherWords[isView ? path : `settings/${path}`] ?? '',
			icon: 'settings' as const,
			path: isView ? path : `settings/${path}`,
		})),
	];
}

/** Tasks to be run now. */
export function commandsOf(tasks: readonly Task[], run: (task: Task) => unknown): Found[] {
	return tasks.map(task => ({
		key: `task ${task.id}`,
		label: `Run: ${taskTitle(task.name)}`,
		about: withLabels(task.description),
		icon: 'tasks' as const,
		act: () => run(task),
	}));
}
