import {useState} from 'preact/hooks';
import {html} from '../parts/html.ts';
import {goTo, to, type ViewProps} from '../state/route.ts';
import {useName} from '../state/use-name.ts';
import {ChangeOfFiles} from './change-of-files.ts';
import {type Change, nameOfChange} from './words.ts';

export function View({params}: ViewProps) {
	const id = params['id'] ?? '';
	const [name, setName] = useState('Rename or move');
	useName(name);
	return html`<header class="view-head section-head"><div><p><a href=${to('file-changes')}>File changes</a></p><h1>${name}</h1></div></header>
		<div class="change"><${ChangeOfFiles} key=${id} id=${id} onOther=${(other: string) => goTo(`file-changes/${other}`)}
			onRead=${(change: Change) => setName(nameOfChange(change))} /></div>`;
}
