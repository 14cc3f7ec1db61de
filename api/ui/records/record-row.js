import {Badge} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {capital, withMoments, words} from '../parts/text.js';
import {nameOf} from './abilities.js';
import {factsOf} from './facts-of.js';
import {RecordActions} from './record-actions.js';
import {UnmappedFolders} from './unmapped-folders.js';

/** @param {import('./record-actions.js').RecordRowProps} props */
export function RecordRow(props) {
	const {record, resource, heading = 'h2'} = props;
	const held = record['held'] && `${record['held'].count} titles have left the list and wait for your decision.`;
	const reason = record['lastError'] ?? held ?? record['incomplete'] ?? record['reason'];
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><${heading}>${nameOf(record)}<//><${Standing} record=${record} /></div>
			<p class="facts">${factsOf(record, resource.facts).map(({name, text}) => html`<span key=${name}>${text}</span>`)}</p>
			${record['unmappedFolders']?.length > 0 && html`<${UnmappedFolders} folders=${record['unmappedFolders']} />`}
			${reason && html`<ul class="reasons"><li>${withMoments(reason)}</li></ul>`}
		</div>
		<${RecordActions} ...${props} />
	</li>`;
}

/** @param {{record: Record<string, any>}} props */
function Standing({record: {enabled, status, isDefault, isCurrent, accessible, answering, outcome}}) {
	return html`<span class="nowrap">
		${isDefault && html`<${Badge} kind="info">Default<//>`}${isCurrent && html`<${Badge} kind="info">This one<//>`}
		${enabled === false && html`<${Badge}>Disabled<//>`}${accessible === false && html`<${Badge} kind=${answering === false ? 'warn' : 'bad'}>${answering === false ? 'No answer yet' : 'Not reachable'}<//>`}
		${status && status !== 'disabled' && html` <${Badge} kind=${status === 'ok' ? 'ok' : 'warn'}>${status === 'ok' ? 'OK' : capital(words(status))}<//>`}
		${outcome && html` <${Badge} kind=${/done|ok|success/.test(outcome) ? 'ok' : 'warn'}>${capital(words(outcome))}<//>`}
	</span>`;
}
