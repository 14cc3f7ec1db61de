import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {joined, moved, nameOfRank, qualitiesOf, split} from './ranks.js';

/** @typedef {import('./ranks.js').Rank} Rank */

/**
 * The qualities of a profile from the best to the worst; those in a group count as equal.
 * @param {{value: Rank[], onChange: (ranks: Rank[]) => void, path: string, problem: import('../client/problem.js').Problem | null}} props
 */
export function QualityItems({value: ranks, onChange, path, problem}) {
	const set = (/** @type {number} */ index, /** @type {Rank} */ next) => onChange(ranks.map((each, at) => (at === index ? next : each)));
	return html`<fieldset class="group" data-fault=${problem?.of(path) ? '' : undefined}><legend>Qualities</legend>
		<p class="hint">The best is on top. What is not ticked is never grabbed.</p>
		<p class="fault" role="alert">${problem?.of(path)}</p>
		<ol class="ranks">${ranks.map(
			(rank, index) => html`<li key=${qualitiesOf(rank).join()} class=${rank.allowed ? '' : 'off'}>
			<${RankName} rank=${rank} onChange=${(/** @type {Rank} */ next) => set(index, next)} />
			<div class="row-actions">
				${
					rank.group
						? html`<${Button} bare icon="split" label=${`Split ${nameOfRank(rank)}`} onClick=${() => onChange(split(ranks, index))} />`
						: index + 1 < ranks.length &&
							html`<${Button} bare icon="group" label=${`Group ${nameOfRank(rank)} with the next`} onClick=${() => onChange(joined(ranks, index))} />`
				}
				<${Button} bare icon="up" label=${`Move ${nameOfRank(rank)} up`} disabled=${index === 0} onClick=${() => onChange(moved(ranks, index, index - 1))} />
				<${Button} bare icon="down" label=${`Move ${nameOfRank(rank)} down`} disabled=${index + 1 === ranks.length}
					onClick=${() => onChange(moved(ranks, index, index + 1))} />
			</div>
		</li>`,
		)}</ol>
	</fieldset>`;
}

/** @param {{rank: Rank, onChange: (rank: Rank) => void}} props */
function RankName({rank, onChange}) {
	const {group} = rank;
	const rename = (/** @type {any} */ {currentTarget}) => group && onChange({...rank, group: {...group, name: currentTarget.value}});
	return html`<label class="allowed"><input type="checkbox" checked=${rank.allowed} onChange=${() => onChange({...rank, allowed: !rank.allowed})} />
			${group ? html`<span class="hidden">${nameOfRank(rank)}</span>` : nameOfRank(rank)}</label>
		${
			group &&
			html`<div class="group-of"><input type="text" aria-label=${`Name of the group of ${group.qualities.join(', ')}`} value=${group.name} onInput=${rename} />
			<span class="hint">${group.qualities.join(', ')}</span></div>`
		}`;
}
