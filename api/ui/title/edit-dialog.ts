import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import {FolderInput} from '../forms/folder-field.ts';
import {TagsField, toTags} from '../forms/title-tags-field.ts';
import {Failure, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {
	availabilities,
	releaseNumberings,
	seriesTypes,
	toFolderChoices,
	toProfileChoices,
	useChoices,
	useLibraries,
} from '../state/choices.ts';
import {OrderDialog} from './order-dialog.ts';

const known = [
	'qualityProfileId',
	'languageProfileId',
	'availabilityDelayDays',
	'rootFolderPath',
	'path',
	'releaseNumbering',
	'libraryId',
	'tags',
];

export function EditDialog({
	kind,
	title,
	onClose,
	onSaved,
}: {
	kind: 'movies' | 'series';
	title: any;
	onClose: () => void;
	onSaved: () => void;
}) {
	const {client, notify} = useApp();
	const {profiles, languages, folders, error} = useChoices();
	const libraries = useLibraries(kind);
	const [tags, setTags] = useState(() => ownTags(title).join(', '));
	const [isOrdering, setOrdering] = useState(false);
	const [moveFiles, setMoveFiles] = useState(false);
	const [changed, setChanged] = useState<Record<string, unknown>>({});
	const [problem, setProblem] = useState<Problem | null>(null);
	const movesFolder = ['rootFolderPath', 'path'].some(name => Boolean(changed[name]) && changed[name] !== title[name]);
	const save = async () => {
		try {
			// An empty folder is one that follows the root folder.
			const {path, ...rest} = changed;
			// Tags of rules are sent back, too: one that a person had also given would count as removed.
			const given = tags === ownTags(title).join(', ') ? {} : {tags: [...toTags(tags), ...(title.ruleTags ?? [])]};
			const moving = movesFolder && moveFiles ? {moveFiles} : {};
			const {taskId} = await client.put(`api/library/${kind}/${title.id}`, {...(path ? changed : rest), ...given, ...moving});
			notify(taskId ? 'Saved. The files are being moved; “File changes” shows how far they are.' : 'Saved.');
			onClose();
			onSaved();
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const set = (name: string) => (value: unknown) => setChanged({...changed, [name]: value});
	const values = {...title, type: title.chosenType, ...changed};
	return html`<${Dialog} title=${`Edit ${isolated(title.title)}`} onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && languages && folders
				? html`<${Form} class="form" onSubmit=${save}>
				<${SelectField} label="Quality profile" value=${values.qualityProfileId} onChange=${set('qualityProfileId')}
					choices=${toProfileChoices(profiles)} fault=${problem?.of('qualityProfileId')} />
				<${SelectField} label="Language profile" value=${values.languageProfileId ?? ''} onChange=${(id: string) => set('languageProfileId')(id || null)}
					choices=${[{value: '', label: 'As its library'}, ...toProfileChoices(languages)]} fault=${problem?.of('languageProfileId')} />
				${
					kind === 'movies' &&
					html`<${SelectField} label="When to search" value=${values.minimumAvailability} onChange=${set('minimumAvailability')} choices=${availabilities} />
				<${TextField} label="Search this many days after the release" type="number" min="-365" max="365" hint="Negative: before it. Empty: as in the settings."
					value=${String(values.availabilityDelayDays ?? '')} fault=${problem?.of('availabilityDelayDays')}
					onInput=${(days: string) => set('availabilityDelayDays')(days.trim() === '' ? null : Number(days))} />`
				}
				${kind === 'series' && html`<${SelectField} label="Numbering" value=${values.type ?? ''} onChange=${(type: string) => set('type')(type || null)} choices=${seriesTypes} />`}
				<${FolderFields} title=${title} changed=${changed} folders=${folders} problem=${problem} set=${set} moveFiles=${movesFolder ? moveFiles : null} onMoveFiles=${setMoveFiles} />
				${
					libraries.length > 0 &&
					html`<${SelectField} label="Library" value=${values.libraryId ?? ''} onChange=${(id: string) => set('libraryId')(id || null)}
					choices=${[{value: '', label: 'None'}, ...libraries]} fault=${problem?.of('libraryId')} />`
				}
				<${TagsField} value=${tags} given=${title.ruleTags} onInput=${setTags} fault=${problem?.of('tags')} />
				${
					kind === 'series' &&
					html`<${Checkbox} label="A folder for each season" checked=${values.seasonFolder} onChange=${set('seasonFolder')} />
				<${Checkbox} label="Monitor new seasons" checked=${values.monitorNewSeasons} onChange=${set('monitorNewSeasons')} />
					<${SelectField} label="Release numbering" hint="Releases of some series use other season numbers than are listed here." value=${values.releaseNumbering ?? 'auto'}
						onChange=${set('releaseNumbering')} choices=${releaseNumberings} fault=${problem?.of('releaseNumbering')} />
					<${Button} label="Episode order …" expanded=${isOrdering} onClick=${() => setOrdering(true)} />`
				}
				<${Checkbox} label="Monitored" hint="Searched automatically until there is a file of the wanted quality." checked=${values.monitored} onChange=${set('monitored')} />
				${problem?.isBeyond(known) && html`<${Failure} error=${problem} />`}
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Save" /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
		${isOrdering && html`<${OrderDialog} series=${title} onClose=${() => setOrdering(false)} onSaved=${onSaved} />`}
	<//>`;
}

/** Where its files go, and whether those that there are go with it: null if the folder stays. */
function FolderFields({title, changed, folders, problem, set, moveFiles, onMoveFiles}: any) {
	return html`<${SelectField} label="Root folder" value=${changed.rootFolderPath ?? title.rootFolderPath} onChange=${set('rootFolderPath')}
			choices=${toFolderChoices(withOwn(folders, title.rootFolderPath))} fault=${problem?.of('rootFolderPath')} />
		<${FolderInput} label="Folder" hint="Where new files go. It follows the root folder unless it is changed."
			value=${changed.path ?? (changed.rootFolderPath === undefined ? title.path : '')} onInput=${set('path')} fault=${problem?.of('path')} />
		${
			moveFiles !== null &&
			html`<${Checkbox} label="Move the files there" hint="The new folder is stored once they are there. Otherwise they stay where they are."
				checked=${moveFiles} onChange=${onMoveFiles} />`
		}`;
}

/** Without those of rules. */
function ownTags({tags = [], ruleTags = []}: {tags?: string[]; ruleTags?: string[]}) {
	return tags.filter(each => !ruleTags.includes(each));
}

/** A title may lie below a root folder. */
function withOwn(folders: readonly any[], path: string) {
	return folders.some(folder => folder.path === path) ? folders : [...folders, {path}];
}
