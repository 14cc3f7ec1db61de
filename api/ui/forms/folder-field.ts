import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import type {FolderList as Listed} from '../client/schemas.ts';
import {Button} from '../parts/button.ts';
import {Field, type FieldProps} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {type Data, useData} from '../state/use-data.ts';
import type {InputProps} from './props.ts';

/** The path of a folder, as a field of a form. */
export function FolderField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const change = (text: string) => onChange(text === '' && isNullable ? null : text);
	return html`<${FolderInput} ...${shown} value=${value ?? ''} required=${isRequired} onInput=${change} />`;
}

interface FolderInputProps {
	value: string;
	onInput: (path: string) => void;
	required?: boolean;
	/** Where one looks first. */
	start?: string | undefined;
}

/** A path that is typed, or chosen from the folders that the service sees. */
export function FolderInput({value, onInput, required = false, start = '/', ...shown}: FieldProps & FolderInputProps) {
	const [isOpen, setOpen] = useState(false);

	const type = ({currentTarget}: FieldEvent) => onInput(currentTarget.value);
	return html`<div class="folder-field">
		<${Field} ...${shown}>${(ids: object) => html`<div class="with-button">
			<input ...${ids} type="text" autocomplete="off" autocapitalize="none" spellcheck=${false} value=${value} required=${required} onInput=${type} />
			<${Button} label=${isOpen ? 'Hide' : 'Browse'} expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		</div>`}<//>
		${isOpen && html`<${Folders} start=${value || start} onChoose=${onInput} />`}
	</div>`;
}

function Folders({start, onChoose}: {start: string; onChoose: (path: string) => void}) {
	const [path, setPath] = useState(start.startsWith('/') ? start : '/');
	const {data, error, isLoading}: Data<Listed> = useData(`api/folders?path=${encodeURIComponent(path)}`);
	const open = (to: string) => {
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

function summaryOf({total, folders}: Pick<Listed, 'total' | 'folders'>) {
	if (total > folders.length) {
		return `The first ${folders.length} of ${total} folders. Type the rest of the path.`;
	}
	return total === 0 ? 'No folder in it.' : '';
}
