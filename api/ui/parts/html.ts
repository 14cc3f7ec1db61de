import htm from 'htm';
import {h} from 'preact';

/** Templates of components: `html\`<p class="hint">${text}</p>\``. */
export const html = htm.bind(h);

/** What a handler needs of the event of a field, of any kind: templates do not know which one they make. */
export interface FieldEvent {
	/** Only a field for files has any. */
	currentTarget: {value: string; checked: boolean; files: FileList};
}
