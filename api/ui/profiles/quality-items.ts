import type {Problem} from '../client/problem.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {useDragged} from '../parts/use-dragged.ts';
import {joined, moved, nameOfRank, qualitiesOf, type Rank, split} from './ranks.ts';

/** The qualities of a profile from the best to the worst; those in a group count as equal. */
export function QualityItems({
	value: ranks,
	onChange,
	path,
	problem,
}: {
	value: Rank[];
	onChange: (ranks: Rank[]) => void;
	path: string;
	problem: Problem | null;
}) {
	const set = (index: number, next: Rank) => onChange(ranks.map((each, at) => (at === index ? next : each)));
	const grip = useDragged((from, to) => onChange(moved(ranks, from, to)));
	return html`<fieldset class="group" data-fault=${problem?.of(path) ? '' : undefined}><legend>Qualities</legend>
		<p class="hint">The best is on top. What is not ticked is never grabbed.</p>
		<p class="fault" role="alert">${problem?.of(path)}</p>
		<ol class="ranks">${ranks.map(
			(rank, index) => html`<li key=${qualitiesOf(rank).join()} class=${rank.allowed ? '' : 'off'}>
			${grip(index)}
			<${RankName} rank=${rank} onChange=${(next: Rank) => set(index, next)} />
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

function RankName({rank, onChange}: {rank: Rank; onChange: (rank: Rank) => void}) {
	const {group} = rank;
	const rename = ({currentTarget}: FieldEvent) => group && onChange({...rank, group: {...group, name: currentTarget.value}});
	return html`<label class="allowed"><input type="checkbox" checked=${rank.allowed} onChange=${() => onChange({...rank, allowed: !rank.allowed})} />
			${group ? html`<span class="hidden">${nameOfRank(rank)}</span>` : nameOfRank(rank)}</label>
		${
			group &&
			html`<div class="group-of"><input type="text" aria-label=${`Name of the group of ${group.qualities.join(', ')}`} value=${group.name} onInput=${rename} />
			<span class="hint">${group.qualities.join(', ')}</span></div>`
		}`;
}
