import {taskTitle} from '../parts/text.js';
import {withLabels} from '../schema/hint.js';
import {groups} from '../settings/sections.js';
import {isOpenTo} from './views.js';

/**
 * @typedef {object} Found Something that a person may mean.
 * @property {string} key
 * @property {string} label
 * @property {string} about
 * @property {import('../parts/icon.js').IconName} icon
 * @property {string} [path] A place of the page.
 * @property {() => unknown} [act] What is done instead of going anywhere.
 */

/** @param {string} text */
const folded = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether every word of a search is in one of these texts.
 * @param {string} search
 * @param {readonly string[]} texts
 */
export function fits(search, texts) {
	const all = folded(texts.join(' '));
	return folded(search)
		.split(/\s+/)
		.every(word => all.includes(word));
}

/**
 * Views and pages of the settings.
 * @param {readonly import('./views.js').View[]} views
 * @param {import('../client/types.js').User} user
 * @returns {Found[]}
 */
export function placesOf(views, user) {
	const own = views.filter(view => view.group && isOpenTo(view, user));
	const settings = user.role === 'admin' ? groups.flatMap(({sections}) => sections) : [];
	return [
		...own.map(({path, title, icon}) => ({key: path, label: title, about: 'View', icon: icon ?? 'more', path})),
		...settings.map(({path, title, about, isView}) => ({
			key: `settings/${path}`,
			label: title,
			about,
			icon: /** @type {const} */ ('settings'),
			path: isView ? path : `settings/${path}`,
		})),
	];
}

/** @typedef {{id: string, name: string, description: string, forAdministrators: boolean}} Task */

/** Tasks to be run now. @param {readonly Task[]} tasks @param {(task: Task) => unknown} run @returns {Found[]} */
export function commandsOf(tasks, run) {
	return tasks.map(task => ({
		key: `task ${task.id}`,
		label: `Run: ${taskTitle(task.name)}`,
		about: withLabels(task.description),
		icon: /** @type {const} */ ('tasks'),
		act: () => run(task),
	}));
}
