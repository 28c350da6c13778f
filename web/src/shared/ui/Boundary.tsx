import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button';
import { Notice } from './Notices';

interface BoundaryProps {
  /** What the notice says is not shown: "The map". */
  what: string;
  /** The rest of the sentence: whose fault it is. */
  explain?: (error: unknown) => string;
  /** Another value draws it again by itself: what it shows, or the version of that. */
  version?: unknown;
  /** Calls back when it may be drawn again by itself, until what it returns is called; asked only once it has failed. */
  renewed?: (again: () => void) => () => void;
  /** In the place of the notice; nothing where the part draws nothing itself. */
  fallback?: ReactNode;
  /** Called when the part has failed. */
  onFailed?: () => void;
  children: ReactNode;
}

interface BoundaryState {
  failed: boolean;
  error: unknown;
}

const ours = (): string => 'This is a fault of the page; the rest goes on.';

/** Keeps a failure while drawing to the part of the page that it happened in: the rest goes on, and the part can be tried again. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, error: null };
  private renewing: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: true, error };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(`${this.props.what} could not be drawn`, error, componentStack);
    this.renewing ??= this.props.renewed?.(this.retry);
    this.props.onFailed?.();
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failed && before.version !== this.props.version) this.retry();
  }

  override componentWillUnmount(): void {
    this.renewing?.();
  }

  private readonly retry = (): void => {
    this.renewing?.();
    this.renewing = undefined;
    this.setState({ failed: false, error: null });
  };

  override render(): ReactNode {
    const { what, explain = ours, fallback, children } = this.props;
    if (!this.state.failed) return children;
    if (fallback !== undefined) return fallback;
    return (
      <Notice text={`${what} could not be drawn. ${explain(this.state.error)}`} onRetry={this.retry}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </Notice>
    );
  }
}
