import {useState} from 'preact/hooks';
import {html} from '../parts/html.js';
import {goTo, to} from '../state/route.js';
import {useName} from '../state/use-name.js';
import {ChangeOfFiles} from './change-of-files.js';
import {nameOfChange} from './words.js';

/** @param {import('../state/route.js').ViewProps} props */
export function View({params}) {
	const id = params['id'] ?? '';
	const [name, setName] = useState('Rename or move');
	useName(name);
	return html`<header class="view-head section-head"><div><p><a href=${to('file-changes')}>File changes</a></p><h1>${name}</h1></div></header>
		<div class="change"><${ChangeOfFiles} key=${id} id=${id} onOther=${(/** @type {string} */ other) => goTo(`file-changes/${other}`)}
			onRead=${(/** @type {import('./words.js').Change} */ change) => setName(nameOfChange(change))} /></div>`;
}
