import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import type {PlacedEpisode as Renumbered} from '../client/schemas.ts';
import {Failure, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {counted, episodeCode, isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

interface Orders {
	episodeOrder: string | null;
	orders: {order: string; name: string; episodes: number | null}[];
}

const providerOrder = 'provider';
/** The share of the episodes that an order must have. */
const minCoverage = 0.8;
/** Rows that are shown; a person looks at the first ones. */
const shownRows = 200;

/** Chooses another order of the episodes of a series: lists the orders, previews what changes, and renumbers. */
export function OrderDialog({series, onClose, onSaved}: {series: any; onClose: () => void; onSaved: () => void}) {
	const {client, notify} = useApp();
	const path = `api/library/series/${series.id}/episode-order`;
	const {data, error}: Data<Orders> = useData(path);
	const current = data?.episodeOrder ?? providerOrder;
	const [chosen, setChosen] = useState<string | null>(null);
	const isOther = chosen !== null && chosen !== current;
	const preview: Data<{coverage: number; unchanged: number; episodes: Renumbered[]}> = useData(
		isOther ? `${path}/preview?order=${encodeURIComponent(chosen)}` : null,
	);
	const [problem, setProblem] = useState<Problem | null>(null);
	const save = async () => {
		try {
			await client.post(path, {episodeOrder: chosen === providerOrder ? null : chosen});
			notify('The episodes are being renumbered. The rename of their files waits for its start under “File changes”.');
			onClose();
			onSaved();
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const found = isOther ? preview.data : null;
	const choices = [
		{value: providerOrder, label: 'Of the metadata provider'},
		...(data?.orders ?? []).map(({order, name, episodes}) => ({
			value: order,
			label: episodes === null ? name : `${name} (${counted(episodes, 'episode')})`,
		})),
	];
	return html`<${Dialog} title=${`Order of ${isolated(series.title)}`} onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			data
				? html`<${SelectField} label="Episode order" hint="Releases are matched by their own numbers, whatever is shown here."
					value=${chosen ?? current} choices=${choices} onChange=${setChosen} fault=${problem?.of('episodeOrder')} />`
				: !error && html`<${Waiting} rows=${2} />`
		}
		${isOther && preview.error && html`<${Failure} error=${preview.error} />`}
		${isOther && preview.isLoading && html`<${Waiting} rows=${3} />`}
		${found && html`<${Changes} ...${found} />`}
		${problem?.isBeyond(['episodeOrder']) && html`<${Failure} error=${problem} />`}
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="primary" label="Renumber" disabled=${!found || found.coverage < minCoverage} onClick=${save} /></footer>
	<//>`;
}

function Changes({coverage, unchanged, episodes}: {coverage: number; unchanged: number; episodes: Renumbered[]}) {
	const percent = Math.floor(coverage * 100);
	return html`<p class=${coverage < minCoverage ? 'fault' : 'hint'}>It has ${percent} % of the regular episodes${
		coverage < minCoverage ? `; at least ${minCoverage * 100} % are needed` : ''
	}. ${counted(episodes.length, 'number')} would change, ${unchanged} would stay.</p>
		<ul class="reasons">${episodes
			.slice(0, shownRows)
			.map(
				({title, from, to, isListed}) =>
					html`<li key=${episodeCode(to)}><span class="number">${from ? episodeCode(from) : 'new'} → ${episodeCode(to)}</span> <span dir="auto">${title}</span>${
						!isListed && html` <span class="hint">not in this order</span>`
					}</li>`,
			)}</ul>
		${episodes.length > shownRows && html`<p class="hint">And ${episodes.length - shownRows} more.</p>`}`;
}
