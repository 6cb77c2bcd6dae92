/** Which page is shown. Links are plain `<a href>`: a click on one of ours changes the page without a load. */

import { parse, path, type Route } from './routes'

class Router {
  route: Route = $state.raw(parse(location.pathname))

  go(route: Route): void {
    history.pushState(null, '', path(route))
    this.route = route
    scrollTo(0, 0)
  }

  /** Take over clicks on our own links and the browser's back button. */
  listen(): () => void {
    const back = (): void => {
      this.route = parse(location.pathname)
    }
    const click = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      const link = (event.target as Element).closest('a')
      if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download') || link.hash) return
      const route = parse(link.pathname)
      if (route.page === 'missing') return
      event.preventDefault()
      this.go(route)
    }
    addEventListener('popstate', back)
    addEventListener('click', click)
    return () => {
      removeEventListener('popstate', back)
      removeEventListener('click', click)
    }
  }
}

export const router = new Router()
