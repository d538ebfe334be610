import {describeFaults} from './faults/text.ts';

/** What `chainbell sandbox --help` prints. */
export const sandboxHelp = `
  chainbell sandbox: the embedded service alone; nothing is watched or delivered

  Usage
    $ chainbell sandbox [options]

  Options
    --port N      listen on this port of 127.0.0.1 (default: a free one)
    --file FILE   keep the notifications in this file
    --samples N   how many samples a new file gets (default 12)
    --fault NAME[=VALUE][:COUNT]
                  misbehave: in all requests that NAME is about, or in the next
                  COUNT that it changes; can be given several times
    --help, --version

  Faults, by the requests they are about
    ${describeFaults().join('\n    ')}

  Requests without a valid key get none. A request gets one answer: of several
  faults, from one that keeps it from being done, or else from the one given
  first. Slow, same-id and late combine with the others.

  Examples
    $ chainbell sandbox --port 8080 --samples 1000
    $ chainbell sandbox --fault create-drop-after:1 --fault create-late=5
    $ chainbell sandbox --fault any-429=30:2
`;
