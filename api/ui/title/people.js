import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Portrait} from '../parts/poster.js';
import {number} from '../parts/text.js';

/** @typedef {import('../client/types.js').Person} Person */

/** People of whom a title's page names all at once. */
const fewPeople = 12;
/** Whom people look for, in this order. */
const firstJobs = ['Director', 'Screenplay', 'Writer', 'Original Music Composer'];

/**
 * Who made a title and who plays in it, the main parts first.
 * @param {{cast?: readonly Person[], crew?: readonly Person[]}} props
 */
export function People({cast = [], crew = []}) {
	const [isWhole, setWhole] = useState(false);
	const makers = firstJobs.flatMap(job => {
		const names = crew.filter(each => each.job === job).map(({name}) => name);
		return names.length > 0 ? [[job, names.join(', ')]] : [];
	});
	if (cast.length + makers.length === 0) {
		return null;
	}
	const shown = isWhole ? cast : cast.slice(0, fewPeople);
	return html`<section class="part people"><h2>Cast and crew</h2>
		${makers.length > 0 && html`<dl class="file">${makers.map(([job, names]) => html`<div key=${job}><dt>${job}</dt><dd dir="auto">${names}</dd></div>`)}</dl>`}
		${shown.length > 0 && html`<ul class="cast">${shown.map(each => html`<${Player} key=${`${each.metaId} ${each.character}`} person=${each} />`)}</ul>`}
		${cast.length > shown.length && html`<${Button} label=${`All ${number(cast.length)}`} onClick=${() => setWhole(true)} />`}
	</section>`;
}

/** @param {{person: Person}} props */
function Player({person: {name, character, metaId, pictureUrl = null}}) {
	return html`<li>
		<${Portrait} name=${name} url=${pictureUrl} />
		<span>${metaId ? html`<a href=${`https://www.themoviedb.org/person/${metaId}`} target="_blank" rel="noreferrer" dir="auto">${name}</a>` : html`<span dir="auto">${name}</span>`}
		${character && html`<span class="hint" dir="auto">${character}</span>`}</span>
	</li>`;
}
