import {useEffect, useRef, useState} from 'preact/hooks';
import type {GuideChange as Change, GuideFieldChange as FieldChange, GuidePreview as Preview} from '../client/schemas.ts';
import {Badge, Empty, Failure, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {labelOf} from '../schema/names.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

const kinds = [
	['profile', 'Quality profiles'],
	['format', 'Custom formats'],
	['sizes', 'Sizes'],
] as const;

/** What the chosen items would change, told before it happens. */
export function GuideChanges({version, chosen, onApplied}: {version: string; chosen: number; onApplied: () => void}) {
	const shown: Data<Preview> = useData('api/guide/changes');
	const [problem, setProblem] = useState<Error | null>(null);
	const seen = useRef(version);
	useEffect(() => {
		if (seen.current !== version) {
			seen.current = version;
			shown.reload();
		}
	}, [version]);
	return html`<${Loaded} from=${shown}>${(data: Preview) =>
		html`<${Changes} key=${data.hash} data=${data} chosen=${chosen} onProblem=${setProblem} onApplied=${onApplied} />`}<//>
		${problem && html`<${Failure} error=${problem} />`}`;
}

function Changes({
	data: {hash, changes, gone},
	chosen,
	onProblem,
	onApplied,
}: {
	data: Preview;
	chosen: number;
	onProblem: (problem: Error | null) => void;
	onApplied: () => void;
}) {
	const {client, notify} = useApp();
	const [given, setGiven] = useState<readonly string[]>([]);
	const due = changes.filter(({key, isApplied}) => isApplied || given.includes(key)).length;
	const give = (key: string) => (isGiven: boolean) => setGiven(last => (isGiven ? [...last, key] : last.filter(each => each !== key)));
	const apply = async () => {
		try {
			const {added, changed, failures} = await client.post('api/guide/apply', {hash, overwrite: given});
			notify(`${added} added, ${changed} changed.`);
			const message = failures.map(({name, error}: {name: string; error: string}) => `${name}: ${error}`).join(' ');
			onProblem(message === '' ? null : new Error(message));
		} catch (error) {
			onProblem(error as Error);
		}
		onApplied();
	};
	if (changes.length === 0 && gone.length === 0) {
		return html`<${Empty} icon="check" title=${chosen === 0 ? 'Nothing is chosen' : 'Everything is as the guide says'} />`;
	}
	return html`<div class="guide-apply"><${Button} kind="primary" icon="check" label=${due === 1 ? 'Apply one change' : `Apply ${due} changes`} disabled=${due === 0} onClick=${apply} /></div>
	${kinds.map(([kind, title]) => {
		const ofKind = changes.filter(each => each.kind === kind);
		const plain = ofKind.filter(isPlain);
		return (
			ofKind.length > 0 &&
			html`<h3>${title} <span class="count">${ofKind.length}</span></h3>
			<ul class="rows">
			${ofKind
				.filter(each => !isPlain(each))
				.map(
					change =>
						html`<${ChangeRow} key=${change.key} change=${change} isGiven=${given.includes(change.key)} onGive=${give(change.key)} />`,
				)}
			${plain.length > 0 && html`<${NewNames} names=${plain.map(({name}) => name)} />`}</ul>`
		);
	})}
	${gone.length > 0 && html`<p class="hint">${gone.length === 1 ? 'One chosen item is' : `${gone.length} chosen items are`} not in the guide any more, or cannot be used. What was made of it stays.</p>`}`;
}

/** A new one of which there is nothing to tell but its name. */
const isPlain = ({localId, isDeleted, fields, leftOut, missing}: Change) =>
	localId === null && !isDeleted && fields.length === 0 && leftOut.length === 0 && missing === 0;

function NewNames({names}: {names: readonly string[]}) {
	return html`<li class="row guide-change">
		<div class="row-head"><h4>${names.length === 1 ? 'One is added' : `${names.length} are added`}</h4><${Badge} kind="ok">New<//></div>
		<p class="guide-names">${names.join(' · ')}</p></li>`;
}

function ChangeRow({change, isGiven, onGive}: {change: Change; isGiven: boolean; onGive: (isGiven: boolean) => void}) {
	const {name, localId, isDeleted, fields, leftOut, missing} = change;
	const own = isDeleted || fields.some(({isKept}) => isKept);
	const scores = fields.filter(({of}) => of !== null);
	return html`<li class="row guide-change">
		<div class="row-head"><h4>${name}</h4>${
			isDeleted
				? html`<${Badge} kind="warn">You deleted it<//>`
				: localId === null
					? html`<${Badge} kind="ok">New<//>`
					: html`<${Badge} kind=${own ? 'warn' : 'info'}>${own ? 'You changed it' : 'Changes'}<//>`
		}</div>
		${leftOut.length > 0 && html`<p class="hint">Qualities of the guide that do not exist here: ${leftOut.join(', ')}.</p>`}
		${missing > 0 && html`<p class="hint">${missing === 1 ? 'One format that it scores' : `${missing} formats that it scores`} cannot be used.</p>`}
		<${FieldList} fields=${fields.filter(({of}) => of === null)} isGiven=${isGiven} />
		${
			scores.length > 0 &&
			html`<details open=${scores.some(({isKept}) => isKept)}><summary>${scores.length === 1 ? 'One score' : `${scores.length} scores`}</summary>
			<${FieldList} fields=${scores} isGiven=${isGiven} /></details>`
		}
		${own && html`<${Checkbox} label=${isDeleted ? `Add ${name} again` : `Give up my changes of ${name}`} checked=${isGiven} onChange=${onGive} />`}
	</li>`;
}

function FieldList({fields, isGiven}: {fields: readonly FieldChange[]; isGiven: boolean}) {
	return (
		fields.length > 0 &&
		html`<dl class="guide-fields">${fields.map(
			({field, of, before, after, isKept}) => html`<div key=${`${field} ${of}`}>
			<dt>${of ?? labels[field] ?? labelOf(field)}</dt>
			<dd>${before !== null && html`<span class="before">${before}</span> → `}${after}${isKept && !isGiven && html` <em>yours stays</em>`}</dd>
		</div>`,
		)}</dl>`
	);
}

const labels: Record<string, string> = {items: 'Qualities', sizes: 'Per minute', includeWhenRenaming: 'In file names'};
