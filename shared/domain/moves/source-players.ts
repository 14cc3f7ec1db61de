import type {MoveNote} from './move.ts';
import {isOn, nameOf, valuesOf} from './source-connections.ts';
import type {FoundSettings} from './source-settings.ts';
import {type SourceRow, textOf} from './source-titles.ts';

export const playerColumns = ['Id', 'Enable', 'Name', 'Implementation', 'Settings'] as const;

/** What writes files for players there. What it does here begins with the take-over: until then it writes them. */
export function readPlayers(rows: readonly SourceRow[]): FoundSettings {
	const found: FoundSettings = {settings: [], homeless: []};
	for (const row of rows) {
		const [kind, isEnabled] = [textOf(row['Implementation']), isOn(row['Enable'])];
		const values = valuesOf(row);
		if (kind === 'XbmcMetadata' && isEnabled) {
			found.settings.push({key: 'media.nfo', value: 'full', isLater: true});
			const hasImages = ['movieImages', 'seriesImages', 'seasonImages'].some(name => values[name] === true);
			hasImages && found.settings.push({key: 'media.nfoImages', value: true, isLater: true});
		} else if (kind === 'PlexMetadata' && isEnabled) {
			found.settings.push({key: 'media.plexmatch', value: true, isLater: true});
		} else if (kind !== 'XbmcMetadata' && kind !== 'PlexMetadata') {
			const detail = `There are no files for players of the kind ${kind ?? ''} here; those that it has written stay.`;
			const ends: MoveNote[] = isEnabled
				? [{code: 'function_ends', detail: 'It is in use there and stops working with the other program.'}]
				: [];
			found.homeless.push({name: `Files for players: ${nameOf(row, 'Writer')}`, notes: [...ends, {code: 'kind_unsupported', detail}]});
		}
	}
	return found;
}
