import {html} from '../parts/html.ts';

/** The name of the service, as it is drawn. */
export function Mark() {
	return html`<span class="mark"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" />
		<path d="M12.5 9.5v13l11-6.500z" /><path class="bar" d="M7.5 8v16" /></svg>Kinoteka</span>`;
}
