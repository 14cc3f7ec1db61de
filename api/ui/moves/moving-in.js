import {useState} from 'preact/hooks';
import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';
import {ChooseBackups} from './choose-backups.js';
import {MoveOf} from './move.js';

/** @typedef {{id: string, state: import('./words.js').State, endedAt: string | null}} Last */
/** @typedef {{moves: Last[]}} Moves */

/** Of one that was given up while it ran, something is here. @param {Last} last */
const isOver = ({state, endedAt}) => state === 'undone' || (state === 'cancelled' && endedAt === null);

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
			last && !isOver(last) && !isAnew
				? html`<${MoveOf} key=${last.id} id=${last.id} onOver=${found.reload} onAnew=${() => setAnew(true)} />`
				: html`<div class="change">
					<p>Choose the backups of Radarr, Sonarr, Prowlarr and Bazarr, all at once: in each program System, Backup, “Backup Now”, then click its name. Or add the addresses at which they answer.</p>
					<p class="hint">First Kinoteka looks at them and tells what comes; nothing changes until you start. Your files stay where they are and as they are. The other programs may go on running: Kinoteka grabs nothing by itself until you take over, and changes nothing there.</p>
					<${ChooseBackups} onPlanned=${planned} /></div>`}<//>`;
}
