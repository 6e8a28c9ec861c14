import { Link } from '#components/ui/link.tsx';
import type { Block, Inline } from '#lib/guide/blocks.ts';

export type GuidePageProps = { blocks: readonly Block[] };

/** A page of the guide. */
export function GuidePage({ blocks }: GuidePageProps) {
  return (
    <article className="flex min-w-0 max-w-[72ch] flex-col gap-3 text-base leading-6">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place on the page
        <BlockView key={at} block={block} />
      ))}
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level} inline={block.inline} />;
    case 'paragraph':
      return (
        <p>
          <Line inline={block.inline} />
        </p>
      );
    case 'code':
      return (
        <pre className="tabular overflow-x-auto rounded-md bg-sunken px-3 py-2 text-xs leading-5">
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <List ordered={block.ordered} items={block.items} />;
    case 'table':
      return <TableView head={block.head} rows={block.rows} />;
  }
}

function Heading({ level, inline }: { level: number; inline: readonly Inline[] }) {
  if (level === 1)
    return (
      <h1 className="font-semibold text-xl">
        <Line inline={inline} />
      </h1>
    );
  return (
    <h2 className="mt-3 font-semibold text-base">
      <Line inline={inline} />
    </h2>
  );
}

function List({ ordered, items }: { ordered: boolean; items: readonly (readonly Inline[])[] }) {
  const rows = items.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
    <li key={at}>
      <Line inline={inline} />
    </li>
  ));
  const looks = 'flex flex-col gap-1 pl-5';
  return ordered ? (
    <ol className={`list-decimal ${looks}`}>{rows}</ol>
  ) : (
    <ul className={`list-disc ${looks}`}>{rows}</ul>
  );
}

function TableView({
  head,
  rows,
}: Extract<Block, { kind: 'table' }> | Omit<Extract<Block, { kind: 'table' }>, 'kind'>) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-line border-b text-ink-muted text-xs">
            {head.map((inline, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={at} scope="col" className="px-2 py-1 font-medium first:pl-0">
                <Line inline={inline} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={at} className="border-line border-b align-top last:border-b-0">
              {row.map((inline, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} className="px-2 py-1 first:pl-0">
                  <Line inline={inline} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ inline }: { inline: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the line
  return inline.map((part, at) => <Part key={at} part={part} />);
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
      return <strong className="font-semibold">{part.text}</strong>;
    case 'em':
      return <em>{part.text}</em>;
    case 'code':
      return <code className="tabular rounded-sm bg-sunken px-1 text-sm">{part.text}</code>;
    case 'link':
      return <Link href={pageHref(part.href)}>{part.text}</Link>;
    case 'image':
      return (
        // biome-ignore lint/performance/noImgElement: the pictures are files of the guide, of one size, loaded when they come into view.
        <img
          src={part.src.replace('images/', '/api/guide/')}
          alt={part.text}
          width={1200}
          height={750}
          loading="lazy"
          className="my-1 h-auto w-full rounded-md border"
        />
      );
  }
}

/** In the files pages link to each other as files. */
function pageHref(href: string): string {
  return href.replace(/^([a-z]+)\.md$/, '/guide/$1');
}
