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

/** Views and pages of the settings. */
export function placesOf(views: readonly View[], user: User): Found[] {
	const own = views.filter(view => view.group && isOpenTo(view, user));
	const settings = user.role === 'admin' ? groups.flatMap(({sections}) => sections) : [];
	return [
		...own.map(({path, title, icon}) => ({key: path, label: title, about: 'View', icon: icon ?? 'more', path})),
		...settings.map(({path, title, about, isView}) => ({
			key: `settings/${path}`,
			label: title,
			about,
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
