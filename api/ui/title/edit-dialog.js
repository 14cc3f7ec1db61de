import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.js';
import {Failure, Waiting} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {isolated} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {availabilities, toFolderChoices, toProfileChoices, useChoices} from './choices.js';

/** @param {{kind: 'movies' | 'series', title: any, onClose: () => void, onSaved: () => void}} props */
export function EditDialog({kind, title, onClose, onSaved}) {
	const {client, notify} = useApp();
	const {profiles, folders, error} = useChoices();
	const [changed, setChanged] = useState(/** @type {Record<string, unknown>} */ ({}));
	const [problem, setProblem] = useState(/** @type {import('../client/problem.js').Problem | null} */ (null));
	const save = async () => {
		try {
			// An empty folder is one that follows the root folder.
			const {path, ...rest} = changed;
			await client.put(`api/library/${kind}/${title.id}`, path ? changed : rest);
			notify('Saved.');
			onClose();
			onSaved();
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const set = (/** @type {string} */ name) => (/** @type {unknown} */ value) => setChanged({...changed, [name]: value});
	const values = {...title, ...changed};
	return html`<${Dialog} title=${`Edit ${isolated(title.title)}`} onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && folders
				? html`<${Form} class="form" onSubmit=${save}>
				<${SelectField} label="Quality profile" value=${values.qualityProfileId} onChange=${set('qualityProfileId')}
					choices=${toProfileChoices(profiles)} fault=${problem?.of('qualityProfileId')} />
				${kind === 'movies' && html`<${SelectField} label="When to search" value=${values.minimumAvailability} onChange=${set('minimumAvailability')} choices=${availabilities} />`}
				<${SelectField} label="Root folder" hint="Files that are there already stay where they are." value=${values.rootFolderPath} onChange=${set('rootFolderPath')}
					choices=${toFolderChoices(withOwn(folders, title.rootFolderPath))} fault=${problem?.of('rootFolderPath')} />
				<${TextField} label="Own folder" hint="Where new files go. It follows the root folder unless it is changed." value=${changed['path'] ?? (changed['rootFolderPath'] === undefined ? title.path : '')}
					onInput=${set('path')} fault=${problem?.of('path')} />
				${kind === 'series' && html`<${Checkbox} label="A folder for each season" checked=${values.seasonFolder} onChange=${set('seasonFolder')} />`}
				<${Checkbox} label="Monitored" hint="Searched by itself until a file of the wanted quality is there." checked=${values.monitored} onChange=${set('monitored')} />
				${problem?.isBeyond(['qualityProfileId', 'rootFolderPath', 'path']) && html`<${Failure} error=${problem} />`}
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Save" /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}

/** A title may lie below a root folder. @param {readonly any[]} folders @param {string} path */
function withOwn(folders, path) {
	return folders.some(folder => folder.path === path) ? folders : [...folders, {path}];
}
