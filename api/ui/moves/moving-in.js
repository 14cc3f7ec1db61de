import {useState} from 'preact/hooks';
import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';
import {ChooseBackups} from './choose-backups.js';
import {MoveOf} from './move.js';

/** @typedef {{moves: {id: string, state: import('./words.js').State}[]}} Moves */

const isOver = (/** @type {string} */ state) => state === 'cancelled' || state === 'undone';

/** Moving in from other programs: the last move, or the beginning of a new one. */
export function View() {
	/** @type {import('../state/use-data.js').Data<Moves>} */
	const found = useData('api/moves?limit=1');
	const [isAnew, setAnew] = useState(false);
	const planned = () => {
		setAnew(false);
		found.reload();
	};
	return html`<${ViewHead} title="Move in" />
		<${Loaded} from=${found} rows=${3}>${(/** @type {Moves} */ {moves: [last]}) =>
			last && !isOver(last.state) && !isAnew
				? html`<${MoveOf} key=${last.id} id=${last.id} onOver=${found.reload} onAnew=${() => setAnew(true)} />`
				: html`<div class="change">
					<p>Choose the backups of Radarr, Sonarr, Prowlarr and Bazarr, all at once. In each program: System, Backup, “Backup Now”, then click its name.</p>
					<p class="hint">First Kinoteka looks at them and tells what comes; nothing changes until you start. Your files stay where they are and as they are. The other programs may go on running: Kinoteka downloads nothing by itself until you say so.</p>
					<${ChooseBackups} onPlanned=${planned} /></div>`}<//>`;
}
