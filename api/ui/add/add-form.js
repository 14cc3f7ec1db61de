import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Checkbox, SelectField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {size} from '../parts/text.js';
import {availabilities, monitorChoices, toFolderChoices, toProfileChoices} from '../title/choices.js';
import {TagsField, toTags} from '../title/tags-field.js';

/**
 * @typedef {object} AddFormProps
 * @property {'movies' | 'series'} kind
 * @property {readonly import('../client/types.js').Profile[]} profiles
 * @property {readonly import('../client/types.js').RootFolder[]} folders
 * @property {Record<string, any>} remembered
 * @property {import('../client/problem.js').Problem | null} problem
 * @property {(values: Record<string, unknown>) => Promise<void>} onAdd
 * @property {() => void} onClose
 */

/**
 * What is remembered of an earlier version may have other names.
 * @param {Pick<AddFormProps, 'kind' | 'profiles' | 'folders' | 'remembered'>} props
 */
function firstValues({kind, profiles, folders, remembered}) {
	const {
		rootFolderPath,
		qualityProfileId,
		monitored = true,
		searchOnAdd = true,
		minimumAvailability = 'released',
		seasonFolder = true,
		monitor = 'all',
	} = remembered;
	const folder = folders.find(({path}) => path === rootFolderPath) ?? folders[0];
	const profile = profiles.find(({id}) => id === qualityProfileId) ?? profiles.find(({isDefault}) => isDefault) ?? profiles[0];
	const own = kind === 'movies' ? {minimumAvailability} : {seasonFolder, monitor};
	return {monitored, searchOnAdd, ...own, rootFolderPath: folder?.path ?? '', qualityProfileId: profile?.id ?? ''};
}

/** @param {AddFormProps} props */
export function AddForm({problem, onAdd, onClose, ...props}) {
	const {kind, profiles, folders} = props;
	const [tags, setTags] = useState('');
	const [values, setValues] = useState(() => /** @type {Record<string, any>} */ (firstValues(props)));
	const set = (/** @type {string} */ name) => (/** @type {unknown} */ value) => setValues({...values, [name]: value});
	const free = folders.find(({path}) => path === values['rootFolderPath'])?.freeSpace ?? null;
	return html`<${Form} class="form" onSubmit=${() => onAdd({...values, ...(tags !== '' && {tags: toTags(tags)})})}>
		<${SelectField} label="Root folder" hint=${free === null ? undefined : `${size(free)} are free.`} value=${values['rootFolderPath']}
			onChange=${set('rootFolderPath')} choices=${toFolderChoices(folders)} fault=${problem?.of('rootFolderPath')} />
		<${SelectField} label="Quality profile" value=${values['qualityProfileId']} onChange=${set('qualityProfileId')}
			choices=${toProfileChoices(profiles)} fault=${problem?.of('qualityProfileId')} />
		${kind === 'movies' && html`<${SelectField} label="When to search" value=${values['minimumAvailability']} onChange=${set('minimumAvailability')} choices=${availabilities} />`}
		${
			kind === 'series' &&
			html`<${SelectField} label="What to monitor" value=${values['monitor']} onChange=${set('monitor')} choices=${monitorChoices} />
		<${Checkbox} label="A folder for each season" checked=${values['seasonFolder']} onChange=${set('seasonFolder')} />`
		}
		<${TagsField} value=${tags} onInput=${setTags} fault=${problem?.of('tags')} />
		<${Checkbox} label="Monitored" hint="Searched by itself until a file of the wanted quality is there." checked=${values['monitored']} onChange=${set('monitored')} />
		<${Checkbox} label="Search and grab at once" checked=${values['searchOnAdd']} onChange=${set('searchOnAdd')} />
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} type="submit" kind="primary" icon="plus" label="Add to the library" /></footer>
	<//>`;
}
