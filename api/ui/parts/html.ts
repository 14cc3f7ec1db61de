import htm from 'htm';
import {h} from 'preact';

/** Templates of components: `html\`<p class="hint">${text}</p>\``. */
export const html = htm.bind(h);
