import type {Right, User} from '../client/types.ts';
import type {IconName} from '../parts/icon.ts';
import type {ViewProps} from '../state/route.ts';

export type Group = 'library' | 'queue' | 'wanted' | 'calendar' | 'activity' | 'discover' | 'system' | 'account';

export interface View {
	/** Below `#/`; `:name` is a parameter. */
	path: string;
	title: string;
	icon?: IconName;
	/** Where it is in the navigation; nowhere if not given. */
	group?: Group;
	/** Of phones; there are four. */
	isInBar?: boolean;
	isForAdmins?: boolean;
	/** Without it there is nothing to do in the view. */
	right?: Right;
	load: () => Promise<{View: (props: ViewProps) => any}>;
}

/** All views; the first is shown at the start, and the first of a group by the group's own link. */
export const views: readonly View[] = [
	{path: 'movies', title: 'Movies', icon: 'film', group: 'library', isInBar: true, load: () => import('../library/movies.ts')},
	{path: 'series', title: 'Series', icon: 'tv', group: 'library', isInBar: true, load: () => import('../library/series.ts')},
	{path: 'add', title: 'Add', icon: 'plus', group: 'library', isInBar: true, right: 'addTitles', load: () => import('../add/add.ts')},
	{path: 'collections', title: 'Collections', icon: 'group', group: 'library', load: () => import('../collections/collections.ts')},
	{path: 'season-pass', title: 'Season pass', icon: 'check', group: 'library', load: () => import('../season-pass/season-pass.ts')},
	{path: 'import', title: 'Import files', icon: 'import', group: 'library', isForAdmins: true, load: () => import('../imports/imports.ts')},
	{path: 'moving-in', title: 'Move in', icon: 'group', group: 'library', isForAdmins: true, load: () => import('../moves/moving-in.ts')},
	{path: 'file-changes', title: 'File changes', icon: 'folder', group: 'library', load: () => import('../files/changes.ts')},
	{path: 'deleted', title: 'Recently deleted', icon: 'trash', group: 'library', load: () => import('../library/deleted.ts')},
	{path: 'queue', title: 'Queue', icon: 'queue', group: 'queue', isInBar: true, load: () => import('../queue/queue.ts')},
	{path: 'blocklist', title: 'Blocklist', icon: 'ban', group: 'queue', load: () => import('../settings/blocklist.ts')},
	{path: 'wanted', title: 'Wanted', icon: 'wanted', group: 'wanted', load: () => import('../wanted/wanted.ts')},
	{
		path: 'search',
		title: 'Search releases',
		icon: 'search',
		group: 'wanted',
		right: 'searchReleases',
		load: () => import('../releases/search.ts'),
	},
	{path: 'calendar', title: 'Calendar', icon: 'calendar', group: 'calendar', load: () => import('../calendar/calendar.ts')},
	{path: 'last-night', title: 'Last night', icon: 'moon', group: 'activity', load: () => import('../history/last-night.ts')},
	{path: 'history', title: 'History', icon: 'history', group: 'activity', load: () => import('../history/history.ts')},
	{path: 'statistics', title: 'Statistics', icon: 'tasks', group: 'activity', load: () => import('../statistics/statistics.ts')},
	{path: 'discover', title: 'Discover', icon: 'eye', group: 'discover', load: () => import('../discover/discover.ts')},
	{
		path: 'settings',
		title: 'Settings',
		icon: 'settings',
		group: 'system',
		isForAdmins: true,
		load: () => import('../settings/settings.ts'),
	},
	{path: 'tasks', title: 'Tasks', icon: 'tasks', group: 'system', load: () => import('../tasks/tasks.ts')},
	{
		path: 'disk-space',
		title: 'Disk space',
		icon: 'folder',
		group: 'system',
		isForAdmins: true,
		load: () => import('../statistics/disks.ts'),
	},
	{path: 'health', title: 'Health', icon: 'health', group: 'system', load: () => import('../system/health.ts')},
	{path: 'logs', title: 'Logs', icon: 'lines', group: 'system', isForAdmins: true, load: () => import('../system/logs.ts')},
	{path: 'backups', title: 'Backups', icon: 'folder', group: 'system', isForAdmins: true, load: () => import('../system/backups.ts')},
	{path: 'about', title: 'About', icon: 'film', group: 'system', load: () => import('../system/about.ts')},
	{path: 'account', title: 'Account', icon: 'user', group: 'account', load: () => import('../settings/account.ts')},
	{path: 'guide', title: 'Guide', isForAdmins: true, load: () => import('../guide/guide.ts')},
	{path: 'try-name', title: 'Try a name', isForAdmins: true, load: () => import('../names/try-name.ts')},
	{path: 'unmatched/:id', title: 'Unmatched files', isForAdmins: true, load: () => import('../imports/unmatched.ts')},
	{path: 'settings/:section', title: 'Settings', isForAdmins: true, load: () => import('../settings/section.ts')},
	{
		path: 'statistics/indexers/:id',
		title: 'History of an indexer',
		isForAdmins: true,
		load: () => import('../statistics/indexer-history.ts'),
	},
	{path: 'tasks/:id', title: 'Tasks', load: () => import('../tasks/task-history.ts')},
	{path: 'file-changes/:id', title: 'Rename or move', load: () => import('../files/change.ts')},
	{path: 'collections/:id', title: 'Collection', load: () => import('../collections/collection.ts')},
	{path: 'movies/:id', title: 'Movie', load: () => import('../title/movie.ts')},
	{path: 'series/:id', title: 'Series', load: () => import('../title/series.ts')},
	{path: 'movies/by-number/:number', title: 'Movie', load: async () => ({View: (await import('../title/by-number.ts')).MovieByNumber})},
	{path: 'series/by-number/:number', title: 'Series', load: async () => ({View: (await import('../title/by-number.ts')).SeriesByNumber})},
];

/** Whether somebody has anything to do in a view. */
export function isOpenTo({isForAdmins, right}: View, user: User) {
	return (!isForAdmins || user.role === 'admin') && (!right || user.rights[right]);
}

/** The view at a path, and its parameters. */
export function viewAt(path: string): {view: View; params: Record<string, string>} | null {
	const parts = (path || (views[0]?.path ?? '')).split('/');
	for (const view of views) {
		const params = match(view.path.split('/'), parts);
		if (params) {
			return {view, params};
		}
	}
	return null;
}

function match(pattern: readonly string[], parts: readonly string[]) {
	const params: Record<string, string> = {};
	const fits = pattern.every((each, index) => {
		const part = parts[index];
		if (each.startsWith(':') && part) {
			const value = decode(part);
			params[each.slice(1)] = value ?? '';
			return value !== null;
		}
		return each === part;
	});
	return fits && pattern.length === parts.length ? params : null;
}

/** Null if somebody has spoiled the address. */
function decode(part: string) {
	try {
		return decodeURIComponent(part);
	} catch {
		return null;
	}
}
