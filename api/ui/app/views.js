/**
 * @typedef {'library' | 'queue' | 'wanted' | 'calendar' | 'activity' | 'discover' | 'system' | 'account'} Group
 *
 * @typedef {object} View
 * @property {string} path Below `#/`; `:name` is a parameter.
 * @property {string} title
 * @property {import('../parts/icon.js').IconName} [icon]
 * @property {Group} [group] Where it is in the navigation; nowhere if not given.
 * @property {boolean} [isInBar] Of phones; there are four.
 * @property {boolean} [isForAdmins]
 * @property {import('../client/types.js').Right} [right] Without it there is nothing to do in the view.
 * @property {() => Promise<{View: (props: import('../state/route.js').ViewProps) => any}>} load
 */

/**
 * All views; the first is shown at the start, and the first of a group by the group's own link.
 * @type {readonly View[]}
 */
export const views = [
	{path: 'movies', title: 'Movies', icon: 'film', group: 'library', isInBar: true, load: () => import('../library/movies.js')},
	{path: 'series', title: 'Series', icon: 'tv', group: 'library', isInBar: true, load: () => import('../library/series.js')},
	{path: 'add', title: 'Add', icon: 'plus', group: 'library', isInBar: true, right: 'addTitles', load: () => import('../add/add.js')},
	{path: 'collections', title: 'Collections', icon: 'group', group: 'library', load: () => import('../collections/collections.js')},
	{path: 'season-pass', title: 'Season pass', icon: 'check', group: 'library', load: () => import('../season-pass/season-pass.js')},
	{path: 'import', title: 'Import files', icon: 'import', group: 'library', isForAdmins: true, load: () => import('../imports/imports.js')},
	{path: 'moving-in', title: 'Move in', icon: 'group', group: 'library', isForAdmins: true, load: () => import('../moves/moving-in.js')},
	{path: 'file-changes', title: 'File changes', icon: 'folder', group: 'library', load: () => import('../files/changes.js')},
	{path: 'deleted', title: 'Recently deleted', icon: 'trash', group: 'library', load: () => import('../library/deleted.js')},
	{path: 'queue', title: 'Queue', icon: 'queue', group: 'queue', isInBar: true, load: () => import('../queue/queue.js')},
	{path: 'blocklist', title: 'Blocklist', icon: 'ban', group: 'queue', load: () => import('../settings/blocklist.js')},
	{path: 'wanted', title: 'Wanted', icon: 'wanted', group: 'wanted', load: () => import('../wanted/wanted.js')},
	{
		path: 'search',
		title: 'Search releases',
		icon: 'search',
		group: 'wanted',
		right: 'searchReleases',
		load: () => import('../releases/search.js'),
	},
	{path: 'calendar', title: 'Calendar', icon: 'calendar', group: 'calendar', load: () => import('../calendar/calendar.js')},
	{path: 'last-night', title: 'Last night', icon: 'moon', group: 'activity', load: () => import('../history/last-night.js')},
	{path: 'history', title: 'History', icon: 'history', group: 'activity', load: () => import('../history/history.js')},
	{path: 'statistics', title: 'Statistics', icon: 'tasks', group: 'activity', load: () => import('../statistics/statistics.js')},
	{path: 'discover', title: 'Discover', icon: 'eye', group: 'discover', load: () => import('../discover/discover.js')},
	{
		path: 'settings',
		title: 'Settings',
		icon: 'settings',
		group: 'system',
		isForAdmins: true,
		load: () => import('../settings/settings.js'),
	},
	{path: 'tasks', title: 'Tasks', icon: 'tasks', group: 'system', load: () => import('../tasks/tasks.js')},
	{path: 'health', title: 'Health', icon: 'health', group: 'system', load: () => import('../system/health.js')},
	{path: 'logs', title: 'Logs', icon: 'lines', group: 'system', isForAdmins: true, load: () => import('../system/logs.js')},
	{path: 'backups', title: 'Backups', icon: 'folder', group: 'system', isForAdmins: true, load: () => import('../system/backups.js')},
	{path: 'about', title: 'About', icon: 'film', group: 'system', load: () => import('../system/about.js')},
	{path: 'account', title: 'Account', icon: 'user', group: 'account', load: () => import('../settings/account.js')},
	{path: 'guide', title: 'Guide', isForAdmins: true, load: () => import('../guide/guide.js')},
	{path: 'try-name', title: 'Try a name', isForAdmins: true, load: () => import('../names/try-name.js')},
	{path: 'unmatched/:id', title: 'Unmatched files', isForAdmins: true, load: () => import('../imports/unmatched.js')},
	{path: 'settings/:section', title: 'Settings', isForAdmins: true, load: () => import('../settings/section.js')},
	{
		path: 'statistics/indexers/:id',
		title: 'History of an indexer',
		isForAdmins: true,
		load: () => import('../statistics/indexer-history.js'),
	},
	{path: 'tasks/:id', title: 'Tasks', load: () => import('../tasks/task-history.js')},
	{path: 'file-changes/:id', title: 'Rename or move', load: () => import('../files/change.js')},
	{path: 'collections/:id', title: 'Collection', load: () => import('../collections/collection.js')},
	{path: 'movies/:id', title: 'Movie', load: () => import('../title/movie.js')},
	{path: 'series/:id', title: 'Series', load: () => import('../title/series.js')},
	{path: 'movies/by-number/:number', title: 'Movie', load: async () => ({View: (await import('../title/by-number.js')).MovieByNumber})},
	{path: 'series/by-number/:number', title: 'Series', load: async () => ({View: (await import('../title/by-number.js')).SeriesByNumber})},
];

/**
 * Whether somebody has anything to do in a view.
 * @param {View} view
 * @param {import('../client/types.js').User} user
 */
export function isOpenTo({isForAdmins, right}, user) {
	return (!isForAdmins || user.role === 'admin') && (!right || user.rights[right]);
}

/**
 * The view at a path, and its parameters.
 * @param {string} path
 * @returns {{view: View, params: Record<string, string>} | null}
 */
export function viewAt(path) {
	const parts = (path || (views[0]?.path ?? '')).split('/');
	for (const view of views) {
		const params = match(view.path.split('/'), parts);
		if (params) {
			return {view, params};
		}
	}
	return null;
}

/**
 * @param {readonly string[]} pattern
 * @param {readonly string[]} parts
 */
function match(pattern, parts) {
	/** @type {Record<string, string>} */
	const params = {};
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

/** Null if somebody has spoiled the address. @param {string} part */
function decode(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return null;
	}
}
