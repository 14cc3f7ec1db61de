import {Badge} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {capital, withMoments, words} from '../parts/text.ts';
import {nameOf} from './abilities.ts';
import {factsOf} from './facts-of.ts';
import {RecordActions, type RecordRowProps} from './record-actions.ts';
import {UnmappedFolders} from './unmapped-folders.ts';

export function RecordRow(props: RecordRowProps) {
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

function Standing({record: {enabled, status, isDefault, isCurrent, accessible, answering, outcome}}: {record: Record<string, any>}) {
	return html`<span class="nowrap">
		${isDefault && html`<${Badge} kind="info">Default<//>`}${isCurrent && html`<${Badge} kind="info">This one<//>`}
		${enabled === false && html`<${Badge}>Disabled<//>`}${accessible === false && html`<${Badge} kind=${answering === false ? 'warn' : 'bad'}>${answering === false ? 'No answer yet' : 'Not reachable'}<//>`}
		${status && status !== 'disabled' && html` <${Badge} kind=${status === 'ok' ? 'ok' : 'warn'}>${status === 'ok' ? 'OK' : capital(words(status))}<//>`}
		${outcome && html` <${Badge} kind=${/done|ok|success/.test(outcome) ? 'ok' : outcome === 'started' ? 'info' : 'warn'}>${capital(words(outcome))}<//>`}
	</span>`;
}
