import type {Mark} from './mark.ts';

/** hCaptcha and reCAPTCHA embedded by the site itself. The scripts alone prove nothing: they also run invisibly. */
export const captchaMarks: readonly Mark[] = [
	{finding: 'captcha_a', all: {class: ['h-captcha']}},
	{finding: 'captcha_a', all: {field: ['h-captcha-response']}},
	{finding: 'captcha_a', all: {source: ['hcaptcha.com/captcha/v1/']}},
	{finding: 'captcha_b', all: {class: ['g-recaptcha']}},
	{finding: 'captcha_b', all: {source: ['/recaptcha/api2/anchor', '/recaptcha/enterprise/anchor', '/recaptcha/api/fallback']}},
];

/** Parts of titles that only verification pages have. */
export const tellingTitles = [
	'just a moment',
	'attention required',
	'security check',
	'captcha',
	'are you human',
	'are you a human',
	'are you a robot',
	'not a robot',
	'verify you are human',
	'human verification',
	'checking your browser',
];
