import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.js';
import {Button} from '../parts/button.js';
import {Field} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useData} from '../state/use-data.js';

/** The path of a folder, as a field of a form. @param {import('./props.js').InputProps} props */
export function FolderField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}) {
	const change = (/** @type {string} */ text) => onChange(text === '' && isNullable ? null : text);
	return html`<${FolderInput} ...${shown} value=${value ?? ''} required=${isRequired} onInput=${change} />`;
}

/**
 * A path that is typed, or chosen from the folders that the service sees.
 * @typedef {object} FolderInputProps
 * @property {string} value
 * @property {(path: string) => void} onInput
 * @property {boolean} [required]
 * @property {string | undefined} [start] Where one looks first.
 *
 * @param {import('../parts/field.js').FieldProps & FolderInputProps} props
 */
export function FolderInput({value, onInput, required = false, start = '/', ...shown}) {
	const [isOpen, setOpen] = useState(false);

	const type = (/** @type {any} */ {currentTarget}) => onInput(currentTarget.value);
	return html`<div class="folder-field">
		<${Field} ...${shown}>${(/** @type {object} */ ids) => html`<div class="with-button">
			<input ...${ids} type="text" autocomplete="off" autocapitalize="none" spellcheck=${false} value=${value} required=${required} onInput=${type} />
			<${Button} label=${isOpen ? 'Hide' : 'Browse'} expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		</div>`}<//>
		${isOpen && html`<${Folders} start=${value || start} onChoose=${onInput} />`}
	</div>`;
}

/**
 * @typedef {object} Listed
 * @property {string} path
 * @property {string | null} parent
 * @property {number} total
 * @property {readonly {name: string, path: string}[]} folders
 */

/** @param {{start: string, onChoose: (path: string) => void}} props */
function Folders({start, onChoose}) {
	const [path, setPath] = useState(start.startsWith('/') ? start : '/');
	/** @type {import('../state/use-data.js').Data<Listed>} */
	const {data, error, isLoading} = useData(`api/folders?path=${encodeURIComponent(path)}`);
	const open = (/** @type {string} */ to) => {
		setPath(to);
		onChoose(to);
	};
	return html`<div class="folders" role="group" aria-label="Folders" aria-busy=${isLoading}>
		<p class="where">${data?.path ?? path}</p>
		<ul>
			${data?.parent && html`<li><button type="button" onClick=${() => open(data.parent ?? '/')}><${Icon} name="up" />Folder above</button></li>`}
			${error && path !== '/' && html`<li><button type="button" onClick=${() => open('/')}><${Icon} name="up" />Begin at the top</button></li>`}
			${data?.folders.map(
				({name, path: below}) =>
					html`<li key=${below}><button type="button" onClick=${() => open(below)}><${Icon} name="folder" />${name}</button></li>`,
			)}
		</ul>
		<p class="hint" role="status">${error ? toMessage(error) : data ? summaryOf(data) : 'Reading …'}</p>
	</div>`;
}

/** @param {Pick<Listed, 'total' | 'folders'>} listed */
function summaryOf({total, folders}) {
	if (total > folders.length) {
		return `The first ${folders.length} of ${total} folders. Type the rest of the path.`;
	}
	return total === 0 ? 'No folder in it.' : '';
}
