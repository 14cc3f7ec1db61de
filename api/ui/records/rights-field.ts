import {useEffect} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';

/** What each right allows, as a person would say it. */
const rightTexts = {
	addTitles: ['Add titles', 'Add movies, series and the films of collections, which are then searched.'],
	searchReleases: ['Search releases', 'Search all sites for any words, see all releases of a title, and grab them.'],
	deleteTitles: ['Delete titles', 'Take movies, series and libraries out of Kinoteka.'],
	deleteFiles: ['Delete files', 'Delete videos and subtitles from the disk, alone or together with their title.'],
	editTitles: ['Edit titles', 'Change what is monitored, profiles, tags and folders, and rename or move files.'],
	runTasks: ['Start tasks', 'Start, cancel and reschedule tasks such as backups, scans and searches of everything.'],
} as const;
type Right = keyof typeof rightTexts;

const names = Object.keys(rightTexts) as Right[];
const only = (some: readonly Right[]) => Object.fromEntries(names.map(name => [name, some.includes(name)]));

const presets: readonly {label: string; rights: readonly Right[]}[] = [
	{label: 'May look', rights: []},
	{label: 'May look and add', rights: ['addTitles']},
	{label: 'May look, add and grab', rights: ['addTitles', 'searchReleases']},
	{label: 'All rights', rights: names},
];

/** What a user may do, one by one or in one click. */
export function RightsField({
	value = {},
	values: {role},
	onChange,
}: {
	value?: Partial<Record<Right, boolean>>;
	values: {role?: string};
	onChange: (rights: Record<string, boolean>) => void;
}) {
	const has = (name: Right) => value[name] !== false;
	const isAdmin = role === 'admin';
	const isLess = !names.every(has);
	useEffect(() => {
		if (isAdmin && isLess) {
			onChange(only(names)); // nothing can be taken from an administrator
		}
	}, [isAdmin, isLess]);
	return html`<fieldset class="group"><legend>Rights</legend>
		<p class="hint">${isAdmin ? 'An administrator may do everything, also change settings and users.' : 'Every user may look at everything but the settings.'}</p>
		${
			!isAdmin &&
			html`<div class="row-actions rights">${presets.map(
				({label, rights}) =>
					html`<${Button} key=${label} label=${label} pressed=${names.every(name => has(name) === rights.includes(name))} onClick=${() => onChange(only(rights))} />`,
			)}</div>
			${names.map(
				name =>
					html`<${Checkbox} key=${name} label=${rightTexts[name][0]} hint=${rightTexts[name][1]} checked=${has(name)} onChange=${(is: boolean) => onChange({...only(names), ...value, [name]: is})} />`,
			)}`
		}
	</fieldset>`;
}
